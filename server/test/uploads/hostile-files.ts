import { randomBytes } from 'node:crypto'
import { relation, relationsXml, xlsx, xlsxOfXml, zip } from './build-files.ts'
import { formThen, laughs, lines, lyingAbout, renamedParts, sheetWith } from './hostile-parts.ts'

/** A malicious file and the expected response to it as a question file: a code, or `accepted` if it can do no harm. */
export interface HostileFile {
  readonly about: string
  readonly name: string
  readonly answer: RegExp
  readonly make: () => Promise<Uint8Array>
}

const megabyte = 1024 * 1024
const unreadable = (reason: string) => new RegExp(`^\\[Q01\\] \\S+: The file could not be read as a spreadsheet \\(${reason}\\)`)
const damaged = unreadable('it is damaged')
const outOfReach = /^\[Q01\] .*\((it takes too (long|much memory) to read|it has too many filled cells|it holds too much text)\)/
const harmless = /^(accepted|\[M05\]|\[U03\])/
const file = (about: string, answer: RegExp, make: HostileFile['make'], name = 'q.xlsx'): HostileFile => ({ about, name, answer, make })
const bytesOf = async (bytes: Uint8Array | Buffer | string) => new Uint8Array(Buffer.from(bytes))

const sampled = [
  'unpacks to 60 MB',
  'declares less than its unpacked size',
  'contains two parts with the same name',
  'contains a part with a path outside the archive',
  'is truncated in the middle',
  'is an .xls workbook',
  'is a password-protected workbook',
  'has the extension of a workbook with macros',
  'reads a server file through an external entity',
  'expands entities exponentially in a sheet',
  'merges the whole sheet',
  'validates the input of the whole sheet',
  'contains 500,000 filled cells',
]

/** Zips with false headers, and zip bombs. */
const archives: readonly HostileFile[] = [
  file('unpacks to 60 MB', unreadable('it unpacks to more than 50 MB'), () => sheetWith(' '.repeat(60 * megabyte))),
  file('has a compression ratio of a thousand', unreadable('it unpacks to more than 100 times its size'), () =>
    sheetWith(' '.repeat(8 * megabyte)),
  ),
  file('declares less than its unpacked size', damaged, async () =>
    lyingAbout(await formThen(' '.repeat(megabyte)), 'xl/worksheets/sheet1.xml', { unpacked: 900 }),
  ),
  file('declares an unpacked size of more than 50 MB', unreadable('it unpacks to more than 50 MB'), async () =>
    lyingAbout(await formThen(''), 'xl/worksheets/sheet1.xml', { unpacked: 0x7fffffff }),
  ),
  file('contains an encrypted part', unreadable('it is protected with a password'), async () =>
    lyingAbout(await formThen(''), 'xl/worksheets/sheet1.xml', { flags: 1 }),
  ),
  file('contains two parts with the same name', unreadable('it holds two parts of the same name'), () =>
    renamedParts({ 'xl/a.xml': 'one', 'xl/b.xml': 'two' }, 'xl/b.xml', 'xl/a.xml'),
  ),
  file('contains two parts whose names differ only in case', unreadable('it holds two parts of the same name'), () =>
    zip({ 'xl/a.xml': 'one', 'XL/A.xml': 'two' }),
  ),
  file('contains a part with a path outside the archive', damaged, () => renamedParts({ 'aa/aa/etc/passwd': 'x' }, 'aa/aa/', '../../')),
  file('contains a part with an absolute path', damaged, () => renamedParts({ 'aetc/passwd': 'x' }, 'aetc', '/etc')),
  file('contains a part with a drive letter', damaged, () => renamedParts({ 'aa/windows': 'x' }, 'aa/', 'C:/')),
  file('contains a part with a backslash in its name', damaged, () => renamedParts({ 'xlaa.xml': 'x' }, 'xlaa', 'xl\\a')),
  file('contains 3,000 parts', unreadable('it holds more than 2000 parts'), () =>
    zip(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`p${index}`, 'x']))),
  ),
  file('is truncated in the middle', damaged, async () => (await formThen('')).slice(0, 900)),
  file('is truncated after the first bytes', damaged, async () => (await formThen('')).slice(0, 30)),
  file('has overwritten compressed data', damaged, async () => {
    const bytes = await formThen(lines(2_000, (_, word) => `<x v="${word}"/>`))
    return bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 200)
  }),
  file('is an empty zip', unreadable('it is not an .xlsx workbook'), () => zip({})),
  file('is a zip of another file format', unreadable('it is not an .xlsx workbook'), () => zip({ 'word/document.xml': '<w/>' })),
]

/** Files that are not what their name says. */
const disguises: readonly HostileFile[] = [
  file('is an .xls workbook', unreadable('it is an old .xls workbook'), () =>
    bytesOf(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(9_000)])),
  ),
  file('is a password-protected workbook', unreadable('it is protected with a password'), () =>
    bytesOf(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(900), Buffer.from('EncryptedPackage', 'utf16le')])),
  ),
  file('is an .xlsb workbook', unreadable('it is a binary .xlsb workbook'), () =>
    zip({ '_rels/.rels': relationsXml(relation('r', 'officeDocument', 'xl/workbook.bin')), 'xl/workbook.bin': 'x' }),
  ),
  file('is a PDF', unreadable('it is not an .xlsx workbook'), () => bytesOf('%PDF-1.7 …')),
  file('is random data', unreadable('it is not an .xlsx workbook'), () =>
    bytesOf(Buffer.concat([Buffer.from('x'), randomBytes(megabyte)])),
  ),
  file('is random data after a zip signature', damaged, () =>
    bytesOf(Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(megabyte)])),
  ),
  file('has the extension of a workbook with macros', /^\[Q02\]/, () => formThen(''), 'q.xlsm'),
  file(
    'is random data with the extension .csv',
    /^\[Q03\]/,
    () => bytesOf(Buffer.concat([Buffer.from([0xff]), randomBytes(megabyte)])),
    'q.csv',
  ),
]

/** XML that reads external resources, expands, or is malformed. */
const markup: readonly HostileFile[] = [
  file('reads a server file through an external entity', unreadable('it declares a document type'), () =>
    xlsxOfXml(
      ['survey'],
      [
        '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>',
      ],
    ),
  ),
  file('loads an external document type', unreadable('it declares a document type'), () =>
    xlsxOfXml(['survey'], ['<!DOCTYPE w SYSTEM "http://127.0.0.1:9/x.dtd"><worksheet/>']),
  ),
  file('expands entities exponentially in a sheet', unreadable('it declares a document type'), () =>
    xlsxOfXml(['survey'], [`${laughs}<worksheet>&t;</worksheet>`]),
  ),
  file('expands entities exponentially in the list of sheets', unreadable('it declares a document type'), () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], { 'xl/workbook.xml': `${laughs}<workbook>&t;</workbook>` }),
  ),
  file('expands entities exponentially in the styles', unreadable('it declares a document type'), () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], { 'xl/styles.xml': `${laughs}<styleSheet>&t;</styleSheet>` }),
  ),
  file('uses an undefined entity', damaged, () => sheetWith('<sheetData>&nbsp;</sheetData>')),
  file('nests 300,000 elements', unreadable('it is nested too deeply'), () => sheetWith(lines(300_000, (_, word) => `<a b="${word}">`))),
  file('leaves elements unclosed', damaged, () => sheetWith('<sheetData><row r="1">')),
  file('contains text that is not UTF-8', damaged, async () => {
    const text = Buffer.from('<worksheet><sheetData>caf\xe9</sheetData></worksheet>', 'latin1')
    return zip({ '_rels/.rels': relationsXml(relation('r', 'officeDocument', 'xl/workbook.xml')), 'xl/workbook.xml': text })
  }),
  file('has 200,000 attributes on one element', unreadable('an element of it has too many attributes'), () =>
    formThen(`<x ${lines(200_000, (number, word) => `a${number}="${word}" `)}/>`),
  ),
  file('contains a single text of 5 MB', unreadable('it holds a text of more than 1 MB'), () =>
    sheetWith(`<sheetData><row r="1"><c r="A1" t="str"><v>${lines(700_000, (_, word) => `${word} `)}</v></c></row></sheetData>`),
  ),
  file('refers to the workbook part as its only sheet', damagedOrEmpty(), () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], { 'xl/_rels/workbook.xml.rels': relationsXml(relation('rId1', 'worksheet', 'workbook.xml')) }),
  ),
  file('refers to a sheet outside the archive', unreadable('a part of it is missing'), () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], {
      'xl/_rels/workbook.xml.rels': relationsXml(relation('rId1', 'worksheet', '../../../../etc/passwd')),
    }),
  ),
]

/** Sheets that claim to be far larger than their content. */
const sheets: readonly HostileFile[] = [
  file('merges the whole sheet', /^\[Q20\] survey!A2/, () => formThen('<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')),
  file('contains 70,000 merged ranges', unreadable('it has too many merged cells'), () =>
    formThen(`<mergeCells>${lines(70_000, (number, word) => `<mergeCell ref="A${number}:B${number}" x="${word}"/>`)}</mergeCells>`),
  ),
  file('validates the input of the whole sheet', harmless, () =>
    formThen(
      '<dataValidations><dataValidation type="list" sqref="A1:XFD1048576"><formula1>"a,b"</formula1></dataValidation></dataValidations>',
    ),
  ),
  file('formats the whole sheet', harmless, () =>
    formThen(
      '<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="expression"/></conditionalFormatting><cols><col min="1" max="16384" style="1"/></cols>',
    ),
  ),
  file('has its only cell in the last row and column', /^\[Q05\]/, () =>
    sheetWith('<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
  ),
  file('contains 600,000 cells in the last column', outOfReach, () => sparse(600_000)),
  file('contains 600,000 empty cells', /^\[Q06\]/, () =>
    sheetWith(
      `<sheetData>${lines(600_000, (number, word) => `<row r="${number}"><c r="A${number}" s="${word.length}"/></row>`)}</sheetData>`,
    ),
  ),
  file('contains 500,000 filled cells', outOfReach, () =>
    sheetWith(
      `<sheetData>${lines(50_000, (number, word) => `<row r="${number}">${'ABCDEFGHIJ'.replace(/./g, `<c r="$&${number}"><v>${word.length}</v></c>`)}</row>`)}</sheetData>`,
    ),
  ),
  file('contains 600,000 shared strings', outOfReach, () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], {
      'xl/sharedStrings.xml': `<sst>${lines(600_000, (_, word) => `<si><t>${word}</t></si>`)}</sst>`,
      'xl/_rels/workbook.xml.rels': relationsXml(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    }),
  ),
  file('contains 200,000 cells that share one long string', unreadable('it holds too much text'), () =>
    xlsxOfXml(
      ['survey'],
      [
        `<worksheet><sheetData>${lines(200_000, (number) => `<row r="${number}"><c r="A${number}" t="s"><v>0</v></c></row>`)}</sheetData></worksheet>`,
      ],
      {
        'xl/sharedStrings.xml': `<sst><si><t>${'a  b'.repeat(1_000)}</t></si></sst>`,
        'xl/_rels/workbook.xml.rels': relationsXml(
          relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
        ),
      },
    ),
  ),
  file('lacks two million translations', /^(\[M05\]|\[U03\]|\[Q01\] .*takes too)/, untranslated),
  file('contains 700,000 cell formats', unreadable('it has too many cell formats'), () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], {
      'xl/styles.xml': `<styleSheet><cellXfs>${lines(700_000, (_, word) => `<xf a="${word}"/>`)}</cellXfs></styleSheet>`,
    }),
  ),
  file('contains 40,000 relationships', unreadable('it holds too many relations'), () =>
    xlsxOfXml(['survey'], ['<worksheet/>'], {
      'xl/_rels/workbook.xml.rels': relationsXml(lines(40_000, (number, word) => relation(`r${number}`, word, word))),
    }),
  ),
  file('contains rows in descending order', unreadable('its rows are not in order'), () =>
    sheetWith('<sheetData><row r="5"/><row r="4"/></sheetData>'),
  ),
  file('contains a negative row number', unreadable('its rows are not in order'), () => sheetWith('<sheetData><row r="-1"/></sheetData>')),
  file('contains a cell beyond the last column', unreadable('its rows are not in order'), () =>
    sheetWith('<sheetData><row r="1"><c r="ZZZZ1"><v>1</v></c></row></sheetData>'),
  ),
  file('contains the same cell twice', unreadable('its cells are not in order'), () =>
    sheetWith('<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row></sheetData>'),
  ),
  file('refers to a missing shared string', damaged, () =>
    sheetWith('<sheetData><row r="1"><c r="A1" t="s"><v>4000000000</v></c></row></sheetData>'),
  ),
  file('contains 1,000 sheets', unreadable('it holds more than 200 sheets'), () =>
    xlsxOfXml(
      Array.from({ length: 1_000 }, (_, index) => `s${index}`),
      ['<worksheet/>'],
    ),
  ),
  file('contains 500 questions that share 300 long choices in 40 languages', /^\[Q01\] .*hold more than 8 million characters/, crowded),
]

/** Text that is larger than it looks. */
const texts: readonly HostileFile[] = [
  file('contains 5 MB of commas', /^\[Q04\]/, () => bytesOf(','.repeat(5 * megabyte)), 'q.csv'),
  file('contains 5 MB of line breaks', /^\[Q04\]/, () => bytesOf('\n'.repeat(5 * megabyte)), 'q.csv'),
  file('contains 5 MB of quotation marks', /^\[Q0[34]\]/, () => bytesOf('"'.repeat(5 * megabyte)), 'q.csv'),
  file('contains 5 MB of one-letter cells', /^\[Q01\] .*has too many filled cells/, () => bytesOf('a,'.repeat(2.5 * megabyte)), 'q.csv'),
  file('contains 5 MB of one-letter rows', /^\[Q01\] .*has too many filled cells/, () => bytesOf('a\n'.repeat(2.5 * megabyte)), 'q.csv'),
  file('contains characters that cannot be stored', /^\[Q04\]/, () => bytesOf('\u0000\u0001\n\ud800'), 'q.csv'),
]

export const hostileFiles: readonly HostileFile[] = [...archives, ...disguises, ...markup, ...sheets, ...texts]

/** Malicious JSON for the field metadata. */
export const hostileJson: readonly HostileFile[] = [
  file('nests millions of arrays', /^\[M01\]/, () => bytesOf('['.repeat(5 * megabyte)), 'm.json'),
  file(
    'contains a deeply nested rule',
    /^\[M01\]/,
    () => bytesOf(`[{"identifier":"a","redFlagWhen":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`),
    'm.json',
  ),
  file('contains a million records', /^\[M01\]/, () => bytesOf(`[${'{},'.repeat(1_000_000)}{}]`), 'm.json'),
  file('contains a million numbers', /^\[M01\]/, () => bytesOf(`[${'1,'.repeat(1_000_000)}1]`), 'm.json'),
  file('sets __proto__', /^\[M03\] item 1, "__proto__"/, () => bytesOf('[{"__proto__":{"identifier":"a"}}]'), 'm.json'),
  file('contains a single text of 4 MB', /^\[U03\]/, () => bytesOf(`[{"identifier":"${'x'.repeat(4 * megabyte)}"}]`), 'm.json'),
]

/** One file of each kind, for tests that run every time. */
export const hostileSample: readonly HostileFile[] = hostileFiles.filter(({ about }) => sampled.includes(about))

function damagedOrEmpty(): RegExp {
  return /^\[Q0[16]\]/
}

function sparse(count: number): Promise<Uint8Array> {
  const head =
    '<row r="1"><c r="A1" t="str"><v>type</v></c><c r="B1" t="str"><v>name</v></c><c r="C1" t="str"><v>label::en</v></c></row><row r="2"><c r="A2" t="str"><v>text</v></c><c r="B2" t="str"><v>a</v></c><c r="C2" t="str"><v>A</v></c></row>'
  return sheetWith(
    `<sheetData>${head}${lines(count, (number, word) => `<row r="${number + 2}"><c r="XFD${number + 2}"><v>${word.length}</v></c></row>`)}</sheetData>`,
  )
}

/** 300 lists of 210 choices in 40 languages, of which only the first is translated. */
function untranslated(): Promise<Uint8Array> {
  const languages = Array.from({ length: 40 }, (_, index) => `label::L (en-x-${index})`)
  const questions = Array.from({ length: 300 }, (_, index) => [`select_one l${index}`, `q${index}`, 'Q'])
  const choices = Array.from({ length: 300 * 210 }, (_, index) => [`l${index % 300}`, `c${index}`, 'C'])
  return xlsx({ survey: [['type', 'name', ...languages], ...questions], choices: [['list_name', 'name', ...languages], ...choices] })
}

function crowded(): Promise<Uint8Array> {
  const languages = Array.from({ length: 40 }, (_, index) => `label::L (en-x-${index})`)
  const words = (number: number) => languages.map((_, index) => `${'w'.repeat(60)}${number}.${index}`)
  return xlsx({
    survey: [
      ['type', 'name', ...languages],
      ...Array.from({ length: 500 }, (_, index) => ['select_one l', `q${index}`, ...languages.map(() => 'Q')]),
    ],
    choices: [['list_name', 'name', ...languages], ...Array.from({ length: 300 }, (_, index) => ['l', `c${index}`, ...words(index)])],
  })
}
