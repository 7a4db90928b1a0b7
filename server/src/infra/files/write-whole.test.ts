import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { writeWhole } from './write-whole.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-whole-'))
})

async function* endsEarly(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of ')
  throw new Error('the source ended early')
}

it('a file that cannot be written to its end leaves the earlier one, and no part', async () => {
  const file = join(folder, 'letter')
  await writeWhole(file, 'the first letter')
  await expect(writeWhole(file, endsEarly())).rejects.toThrow('the source ended early')
  expect(await readdir(folder)).toEqual(['letter'])
  expect(await readFile(file, 'utf8')).toBe('the first letter')
  await writeWhole(file, 'the second letter')
  expect(await readFile(file, 'utf8')).toBe('the second letter')
})

it.skipIf(process.platform === 'win32')('neither an earlier part nor a link decides who can read it or where it goes', async () => {
  const elsewhere = join(folder, 'elsewhere')
  const [open, linked] = [join(folder, 'open'), join(folder, 'linked')]
  await writeFile(elsewhere, 'untouched')
  await writeFile(`${open}.part`, 'what a crash left', { mode: 0o666 })
  await symlink(elsewhere, `${linked}.part`)
  for (const file of [open, linked]) {
    await writeWhole(file, 'a letter')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }
  expect(await readFile(elsewhere, 'utf8')).toBe('untouched')
})
