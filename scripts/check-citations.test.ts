import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkCitations } from './check-citations.ts'

// Concatenated, so that this file contains no citation itself.
const contract = 'shared/spec/contract' + '.md'
const document = '# Contract\n\n## Rules\n\n### Sign-in and sessions\n\nSee [flags](#flags).\n\n### Flags\n\n```\n# no heading\n```\n'

describe('citations', () => {
  it('are accepted in multi-line comments and in documents if they resolve', () => {
    expect(
      faultsOf({
        'server/src/a.ts': `/**\n * One thing (${contract}#flags), and\n * another (${contract}#sign-in-and-sessions). All of ${contract}.\n */`,
        ['README' + '.md']: `[rules](${contract}#rules), [code](server/src/a.ts), [site](https://example.org/a)`,
        [join('shared/spec/product' + '.md')]: `[rules](contract${'.md'}#rules)`,
      }),
    ).toEqual([])
  })

  it.each([
    ['an unknown heading', `/** ${contract}#gate */`, /has no heading #gate: it has #contract #rules/],
    ['an unknown document', `// quality${'.md'} says so`, /quality\.md is not in the repository: cite as/],
    ['a section cited by its number', `/** contract section ${4} */`, /cited by its number/],
    ['a section cited by its number across lines', `/**\n * Rules of \`${contract}\`,\n * section ${4} */`, /cited by its number/],
    ['a bare number', `/** (questionnaire-files ${2.3}) */`, /cited by its number/],
    ['a heading inside a code block', `/** ${contract}#no-heading */`, /has no heading #no-heading/],
  ])('report %s', (_name, text, fault) => {
    expect(faultsOf({ 'server/src/a.ts': text })).toEqual([expect.stringMatching(fault)])
  })

  it.each([
    ['a broken link', '[a](nowhere.ts)', /nowhere\.ts is not in the repository/],
    ['a missing picture', '<img src="images/a.png" />', /images\/a\.png is not in the repository/],
    ['a link to an unknown heading', '# A\n\n[a](#b)', /has no heading #b/],
    ['a repeated heading', '# A\n\n## A', /two headings are #a/],
  ])('in a document report %s', (_name, text, fault) => {
    expect(faultsOf({ ['README' + '.md']: text })).toEqual([expect.stringMatching(fault)])
  })
})

function faultsOf(tree: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'portico-citations-'))
  try {
    for (const [path, text] of Object.entries({ [contract]: document, ...tree })) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkCitations(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
