import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { PrerenderedPages } from './prerendered-pages.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-pages-'))
afterAll(() => rm(folder, { recursive: true }))

it('a public page that could not be read once is read again on the next request', async () => {
  const file = join(folder, 'en', 'index.html')
  await mkdir(join(folder, 'en'))
  await writeFile(file, '<!doctype html><title>Portico</title>')
  const pages = new PrerenderedPages(folder, 'https://portico.test')
  await rename(file, `${file}.away`)
  await expect(pages.page('/', 'en')).rejects.toThrow('ENOENT')
  await rename(`${file}.away`, file)
  expect((await pages.page('/', 'en'))?.bodies.identity.toString()).toContain('Portico')
})
