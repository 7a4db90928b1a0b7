import type { FailureId } from '@portico/shared/words/failures'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { pageOf, questionnaire } from '../../../test/respondents.ts'
import { press, renderPage } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { problemLines } from './upload-form.ts'
import { UploadPage } from './upload-page.tsx'

const published = { id: 3, name: 'autumn', version: 2, languages: ['en', 'vi'], questionCount: 12, warnings: [] }

async function openUpload(more: Calls = {}) {
  const lists = { 'questionnaires.getQuestionnaireList': () => pageOf([]), 'questionnaires.getReviewLinkList': () => [] }
  await renderPage(<UploadPage />, { as: 'adam', calls: { ...lists, ...more } })
  await screen.findByText(/No questionnaires yet/)
}

const fieldOf = (label: string) => screen.getByRole('group', { name: label })
const choose = (label: string, file: File) =>
  fireEvent.change(fieldOf(label).querySelector('input[type=file]') as Element, { target: { files: [file] } })
const fill = (title: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })

describe('UploadPage', () => {
  it('requires a title of letters, digits and underscores', async () => {
    await openUpload()
    fill('2nd round')
    await press('Submit!')
    expect(await screen.findByText(/Must contain only letters, numbers, and underscores\.\s+Must not start with a number\./)).toBeDefined()
  })

  it.each([
    ['keeps a title that was typed while the request was in flight', 'winter'],
    ['control: is empty if none was typed', ''],
  ])('form after publishing: %s', async (_what, next) => {
    const answer = Promise.withResolvers<typeof published>()
    await openUpload({ 'questionnaires.addNewFullQuestionnaire': () => answer.promise })
    fill('autumn')
    await press('Submit!')
    if (next !== '') fill(next)
    await act(async () => answer.resolve(published))
    expect(await screen.findByText('autumn, version 2, is published.')).toBeDefined()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', next)
  })

  it.each([
    ['MISSING_QUESTION_FILE', 'Missing', 'Question file'],
    ['MISSING_TEMPLATE_FILE', 'Missing', 'Template file'],
    ['MISSING_METADATA_FILE', 'Missing', 'Field metadata file'],
    ['UNEXPECTED_METADATA_FILE', 'The field metadata file does not belong here.', 'Field metadata file'],
  ] as const)('shows %s as "%s" at the %s', async (id, message, label) => {
    const refuse = () => {
      throw new Refusal(id, message)
    }
    await openUpload({ 'questionnaires.addNewFullQuestionnaire': refuse })
    fill('autumn')
    await press('Submit!')
    expect(await within(fieldOf(label)).findByText(message)).toBeDefined()
  })

  it('marks all missing files at once', async () => {
    const refuse = () => {
      throw new Refusal('MISSING_TEMPLATE_FILE', 'Missing')
    }
    await openUpload({ 'questionnaires.addNewFullQuestionnaire': refuse })
    fill('autumn')
    choose('Question file', new File(['x'], 'questions.xlsx'))
    await press('Submit!')
    expect(await within(fieldOf('Template file')).findByText('Missing')).toBeDefined()
    expect(within(fieldOf('Field metadata file')).getByText(/^Missing, unless/)).toBeDefined()
    expect(within(fieldOf('Question file')).queryByText(/Missing/)).toBeNull()
  })

  it.each([
    ['QUESTION_FILE_ERROR', 'question file'],
    ['TEMPLATE_FILE_ERROR', 'template file'],
    ['METADATA_FILE_ERROR', 'field metadata file'],
  ] as const)('lists the problems of %s under the %s', async (id: FailureId, label) => {
    const refuse = () => {
      throw new Refusal(
        id,
        '[Q08] survey!B4: The type "bogus" is not supported.\n[Q09] survey!C5: The name is missing.\n…and 3 more problems.',
      )
    }
    await openUpload({ 'questionnaires.addNewFullQuestionnaire': refuse })
    fill('autumn')
    await press('Submit!')
    const problems = within(await screen.findByRole('list', { name: `Problems in the ${label}` })).getAllByRole('listitem')
    expect(problems.map((problem) => problem.textContent)).toEqual([
      'survey!B4Q08The type "bogus" is not supported.',
      'survey!C5Q09The name is missing.',
      '…and 3 more problems.',
    ])
  })

  it('offers a download of all problems with their locations', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`)
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const refuse = () => {
      throw new Refusal('QUESTION_FILE_ERROR', '[Q08] survey!B4, B5: The type is missing.')
    }
    const all = ['B4', 'B5'].map((cell) => ({ code: 'Q08', location: `survey!${cell}`, message: 'The type is missing.' }))
    await openUpload({
      'questionnaires.addNewFullQuestionnaire': refuse,
      'questionnaires.getUploadProblems': () => ({ problems: all }),
    })
    fill('autumn')
    await press('Submit!')
    await press('Every problem in a file')
    expect(await saved[0]?.text()).toBe('[Q08] survey!B4: The type is missing.\r\n[Q08] survey!B5: The type is missing.\r\n')
  })

  it('shows other refusals at the form', async () => {
    const refuse = () => {
      throw new Refusal('INVALID_REQUEST', 'Not now.')
    }
    await openUpload({ 'questionnaires.addNewFullQuestionnaire': refuse })
    fill('autumn')
    await press('Submit!')
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  })

  it('sends title and files, shows Success! for 1.5 seconds, and resets', async () => {
    const sent: FormData[] = []
    await openUpload({
      'questionnaires.addNewFullQuestionnaire': (input) => {
        sent.push(input as FormData)
        return published
      },
    })
    fill('autumn')
    choose('Question file', new File(['q'], 'questions.xlsx'))
    choose('Template file', new File(['t'], 'template.xlsx'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await press('Submit!')
      await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Success!' })).toBeDefined())
      expect(sent.map((body) => [...body.keys()])).toEqual([['title', 'questionFile', 'templateFile']])
      expect(screen.getByText('autumn, version 2, is published.')).toBeDefined()
      expect(screen.getByLabelText('Title')).toHaveProperty('value', '')
      expect(screen.queryByText('questions.xlsx')).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(1_500))
      expect(screen.getByRole('button', { name: 'Submit!' })).toBeDefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('previews the questionnaire in each language with its warnings in a dry run', async () => {
    await openUpload({
      'questionnaires.checkFiles': () => ({
        questionnaires: [questionnaire('en', ['arrested']), questionnaire('vi', ['arrested'])],
        redRules: [{ identifier: 'arrested', rule: 'answered', choices: [] }],
        published: {
          version: 4,
          difference: {
            questionnaire: [],
            questions: [
              { identifier: 'arrested', change: 'changed', facts: [{ what: 'newly red', before: '', after: 'answered' }] },
              { identifier: 'nickname', change: 'removed', facts: [] },
            ],
          },
        },
        warnings: ['[Q41] survey!D7: The translation is missing.'],
      }),
    })
    fill('autumn')
    await press('Check without publishing')
    expect(await screen.findByText('Question arrested?')).toBeDefined()
    expect(screen.getByText('The translation is missing.')).toBeDefined()
    expect(screen.getByText('Changes from version 4, which is published: 1 removed, 1 changed, 1 newly red')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Preview on a phone' }).getAttribute('form')).toBe(
      screen.getByRole('form', { name: 'Questionnaire' }).id,
    )
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'vi' } })
    expect(screen.getByText('Câu hỏi arrested?')).toBeDefined()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'autumn')
  })
})

describe('publishing after a check', () => {
  const checked = (version: number | undefined) => ({
    questionnaires: [questionnaire('en', ['arrested'])],
    redRules: [],
    ...(version !== undefined && { published: { version, difference: { questionnaire: [], questions: [] } } }),
    warnings: [],
  })

  it.each<[string, number | undefined, string, string[]]>([
    ['is of the version that was compared', 4, 'autumn', ['4']],
    ['of a new name is of none', undefined, 'autumn', ['0']],
    ['of another title takes any version', 4, 'winter', []],
  ])('%s', async (_what, version, title, expected) => {
    const sent: FormData[] = []
    await openUpload({
      'questionnaires.checkFiles': () => checked(version),
      'questionnaires.addNewFullQuestionnaire': (input) => {
        sent.push(input as FormData)
        return published
      },
    })
    fill('autumn')
    await press('Check without publishing')
    await screen.findByText('Question arrested?')
    fill(title)
    await press('Submit!')
    await screen.findByText('autumn, version 2, is published.')
    expect(sent.map((body) => body.getAll('ifVersion'))).toEqual([expected])
  })

  it('is refused at the title if somebody else published meanwhile, and says what to do', async () => {
    const refuse = () => {
      throw new Refusal('CHANGED_MEANWHILE', 'Ana saved this on November 29. Nothing of yours was saved.')
    }
    await openUpload({
      'questionnaires.checkFiles': () => checked(4),
      'questionnaires.addNewFullQuestionnaire': refuse,
    })
    fill('autumn')
    await press('Check without publishing')
    await screen.findByText('Question arrested?')
    await press('Submit!')
    expect(await screen.findByText(/^Ana saved this on November 29\. .* Check without publishing to see what differs now\.$/)).toBeDefined()
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'autumn')
  })
})

describe('problemLines', () => {
  it('parses a message line by line', () => {
    expect(problemLines('[M07] line 3, column 2 (op): Unknown: "x".\nPlain')).toEqual([
      { code: 'M07', location: 'line 3, column 2 (op)', text: 'Unknown: "x".' },
      { code: '', location: '', text: 'Plain' },
    ])
  })
})
