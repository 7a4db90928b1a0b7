import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { ExampleFiles, VersionFiles } from './upload-files.tsx'

afterEach(() => vi.unstubAllGlobals())

const requests: unknown[] = []

function answerWith(answer: Response): void {
  requests.length = 0
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    requests.push([path, JSON.parse(body)])
    return answer
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }))
}

it('VersionFiles fetches a file by the id of its version', async () => {
  await renderPage(<VersionFiles version={{ id: 7, name: 'screening', version: 2 }} />, { as: 'adam' })
  answerWith(new Response(new Blob(['x']), { headers: { 'content-type': 'text/csv' } }))
  fireEvent.click(screen.getByRole('button', { name: 'Metadata' }))
  await expect.poll(() => requests).toEqual([['/api/questionnaires/getQuestionnaireFile', { id: 7, kind: 'metadata' }]])
  expect(screen.queryByText('Failed to retrieve file')).toBeNull()
})

it('ExampleFiles reports a file that cannot be retrieved', async () => {
  await renderPage(<ExampleFiles />, { as: 'adam' })
  answerWith(Response.json({ success: false, error_id: 'NOT_FOUND', message: 'Not found.' }))
  fireEvent.click(screen.getByRole('button', { name: 'Example template' }))
  expect(await screen.findByText('Failed to retrieve file')).toBeDefined()
})
