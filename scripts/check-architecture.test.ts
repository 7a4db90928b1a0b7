import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

type Tree = Record<string, string>

test('the architecture check accepts a tree that follows the rules', () => {
  expect(
    faultsOf({
      'shared/src/words/flags.ts': `export const flags = ['red', 'green'] as const`,
      'shared/src/rules/flags.ts': `import { flags } from '../words/flags.ts'\nimport type { Answer } from '../contract/responses.ts'`,
      'shared/src/contract/responses.ts': `import { z } from 'zod'\nimport { flags } from '../words/flags.ts'\nimport { isRed } from '../rules/flags.ts'`,
      'server/src/entities/index.ts': `import './respondent.ts'`,
      'server/src/entities/respondent.ts': `import { flags } from '@portico/shared/words/flags'`,
      'server/src/api/procedures.ts': `import { refuse } from './errors.ts'`,
      'server/src/api/root.ts': `import { authRouter } from '../features/auth/router.ts'`,
      'server/src/spreadsheets/plain-workbook.ts': `export const load = () => import('exceljs')`,
      'server/src/features/downloads/csv.ts': `import { csvLine } from '../../spreadsheets/csv-writer.ts'`,
      'server/src/features/auth/sessions.ts': `import { clock } from '../../infra/clock.ts'`,
      'server/src/features/auth/sessions.test.ts': `import { harness } from '../../../test/harness.ts'`,
      'server/src/features/responses/review.ts': `import { Respondent } from '../../entities/respondent.ts'`,
      'server/src/features/agency/router.ts': `import { procedure } from '../../api/procedures.ts'\nimport { review } from '../responses/review.ts'`,
      'client/src/api/trpc.ts': `import type { AppRouter } from '@portico/server/api/root'`,
      'client/src/features/agency/to-review-page.tsx': `import { Table } from '../responses/respondent-table.tsx'`,
      'migrations/Migration20250101000000-create-tables.ts': `import { Migration } from '@mikro-orm/migrations'`,
    }),
  ).toEqual([])
})

test.each<[string, Tree, RegExp]>([
  [
    'a rule that imports code of the contract',
    { 'shared/src/rules/flags.ts': `import { answer } from '../contract/responses.ts'` },
    /rules are pure: hand them values, or move the schema/,
  ],
  [
    'a Node package in shared',
    { 'shared/src/words/roles.ts': `import { readFile } from 'node:fs'` },
    /shared runs anywhere with zod alone/,
  ],
  [
    'infra that imports a feature dynamically',
    { 'server/src/infra/queue.ts': `export const load = () => import('../features/downloads/jobs.ts')` },
    /infra knows no feature: hand it a value or a function/,
  ],
  [
    'spreadsheets that import shared limits',
    { 'server/src/spreadsheets/sheet-reader.ts': `import { limits } from '@portico/shared/words/limits'` },
    /spreadsheets knows nothing of Portico/,
  ],
  [
    'exceljs imported to read a workbook',
    { 'server/src/spreadsheets/workbook-reader.ts': `export const load = () => import('exceljs')` },
    /uploads are read by workbook-reader\.ts/,
  ],
  ['a static import of exceljs', { 'server/src/spreadsheets/plain-workbook.ts': `import exceljs from 'exceljs'` }, /does, when it writes/],
  [
    'a feature that imports the API layer',
    { 'server/src/features/auth/commands.ts': `import { contextOf } from '../../api/context.ts'` },
    /only a router imports api\/procedures\.ts/,
  ],
  [
    'an import between features that is not listed',
    { 'server/src/features/responses/queries.ts': `import { list } from '../agency/queries.ts'` },
    /responses has no edge to agency; move what both need down/,
  ],
  [
    'a router imported by another feature',
    { 'server/src/features/agency/router.ts': `import { responses } from '../responses/router.ts'` },
    /only api\/root\.ts knows routers/,
  ],
  [
    'a test that imports another feature',
    { 'server/src/features/agency/queries.test.ts': `import { markGreen } from '../responses/review.ts'` },
    /what it prepares goes to server\/test\/support\/builders\.ts/,
  ],
  [
    'a value of the server imported by the client',
    { 'client/src/api/trpc.ts': `import { appRouter } from '@portico/server/api/root'` },
    /the browser knows one thing of the server/,
  ],
  [
    'a type of the server other than AppRouter imported by the client',
    { 'client/src/api/trpc.ts': `import type { Respondent } from '@portico/server/entities/respondent'` },
    /what both need goes to shared\/src/,
  ],
  [
    'a UI component that imports a feature',
    { 'client/src/ui/table.tsx': `import { RespondentRow } from '../features/responses/respondent-row.tsx'` },
    /hand it props, or move it to layout or a feature/,
  ],
  [
    'a migration that imports application code',
    { 'migrations/Migration20250101000000-seal-names.ts': `import { seal } from '../server/src/infra/security/encryption.ts'` },
    /a migration is frozen: copy the SQL/,
  ],
])('the architecture check reports %s', (_what, tree, fault) => {
  expect(faultsOf(tree)).toEqual([expect.stringMatching(fault)])
})

test.each<[string, Tree, RegExp]>([
  ['a file with a meaningless name', { 'server/src/infra/utils.ts': '' }, /"utils" says nothing/],
  ['a barrel', { 'client/src/ui/index.ts': '' }, /"index" says nothing/],
  ['a file name with capital letters', { 'client/src/ui/TextField.tsx': '' }, /kebab-case/],
  ['a migration without a timestamp', { 'migrations/add-column.ts': '' }, /Migration<14 digits>/],
  ['a file longer than the budget', { 'server/src/infra/log.ts': '\n'.repeat(301) }, /301 lines, the budget is 300/],
  ['a test file longer than the budget', { 'server/src/infra/log.test.ts': '\n'.repeat(301) }, /301 lines, the budget is 300/],
  [
    'an entity imported by a router',
    { 'server/src/features/auth/router.ts': `import { Account } from '../../entities/account.ts'` },
    /a router knows no table/,
  ],
  ['a condition in a router', { 'server/src/features/auth/router.ts': `  if (locked) throw new Error()` }, /a router decides nothing/],
  ['a write in a query', { 'server/src/features/auth/queries.ts': `em.persist(account)` }, /a query writes nothing/],
  ['HTTP in a command', { 'server/src/features/auth/commands.ts': `import type { FastifyReply } from 'fastify'` }, /features know no HTTP/],
])('the architecture check reports %s', (_what, tree, fault) => {
  expect(faultsOf(tree)).toEqual([expect.stringMatching(fault)])
})

test('the architecture check reports a feature folder with too many files, not counting tests', () => {
  const names = ['router', 'queries', 'commands', 'views', 'jobs', 'scope', 'review', ...Array.from({ length: 5 }, (_, n) => `noun-${n}`)]
  const tree = Object.fromEntries([...names, 'review.test'].map((name) => [`server/src/features/responses/${name}.ts`, '']))
  expect(faultsOf(tree)).toEqual([])
  expect(faultsOf({ ...tree, 'server/src/features/responses/search.ts': '' })).toEqual([
    expect.stringMatching(/13 files, .* make a folder/),
  ])
})

test('the architecture check reports an import cycle once with its path, but allows cycles of types and of tables', () => {
  const circle = {
    'server/src/infra/one.ts': `import { two } from './two.ts'`,
    'server/src/infra/two.ts': `import { three } from './three.ts'`,
    'server/src/infra/three.ts': `import { one } from './one.ts'`,
  }
  expect(faultsOf(circle)).toEqual([
    expect.stringMatching(/one\.ts → .*three\.ts → .*two\.ts|one\.ts → .*two\.ts → .*three\.ts|three\.ts → .*one\.ts/),
  ])
  expect(faultsOf({ ...circle, 'server/src/infra/three.ts': `import type { One } from './one.ts'` })).toEqual([])
  expect(
    faultsOf({
      'server/src/entities/account.ts': `import { Agency } from './agency.ts'`,
      'server/src/entities/agency.ts': `import { Account } from './account.ts'`,
    }),
  ).toEqual([])
})

function faultsOf(tree: Tree): string[] {
  const root = mkdtempSync(join(tmpdir(), 'portico-architecture-'))
  try {
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkArchitecture(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
