import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { cache, fail, install, root, runNode, say, timed } from './bootstrap.mjs'

// npm test                  everything: check, unit and integration tests, then the product in a real browser
// npm test -- ARGUMENTS     only Vitest, with these arguments, such as `npm test -- shared`
// npm run test:long         everything, including tests that take minutes or measure time
// npm run check             types, lint, format and architecture rules
// test.mjs --e2e ARGUMENTS  only the browser tests
const known = ['--check', '--long', '--e2e']
const [mode, rest] = known.includes(process.argv[2]) ? [process.argv[2], process.argv.slice(3)] : ['', process.argv.slice(2)]
if (mode === '--long') process.env.PORTICO_LONG = '1'
const e2e = join(root, 'client', 'e2e')
const tally = {
  passed: 0,
  failed: 0,
  failures: /** @type {string[]} */ ([]),
  skipped: /** @type {string[]} */ ([]),
  flaky: /** @type {string[]} */ ([]),
}

try {
  const everything = mode === '--long' || (mode === '' && rest.length === 0)
  const inBrowser = everything || mode === '--e2e'
  // The lint rules read types: without the packages of the browser tests, all of their types would be errors.
  const browser = inBrowser || mode === '--check' ? [install(e2e, 'packages of the browser tests')] : []
  await Promise.all([install(root, 'packages'), ...browser])
  if (everything || mode === '--check') await check()
  const parts = everything || mode === '' ? [vitest] : []
  if (inBrowser && (await step('build', ['scripts/build.ts']))) parts.push(browserTests)
  for (const part of parts) await part(rest)
  if (mode !== '--check') console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`)
  for (const title of tally.skipped) console.log(`skipped: ${title}`)
  for (const title of tally.flaky) console.log(`flaky, a defect to find: ${title}`)
  // Repeated at the end: of a long log, the end is what is kept.
  for (const failure of tally.failures) console.log(`failed: ${failure}`)
  process.exit(tally.failed > 0 ? 1 : 0)
} catch (error) {
  fail(error)
}

async function check() {
  await step('types', ['node_modules/typescript/bin/tsc', '-b', 'shared', 'server', 'client', 'scripts'])
  await step('types of the browser tests', ['node_modules/typescript/bin/tsc', '-p', 'client/e2e'])
  await step('lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'])
  await step('format', ['node_modules/oxfmt/bin/oxfmt', '--check'])
  await step('architecture rules', ['scripts/check-architecture.ts'])
}

async function step(name, args) {
  const passed = await timed(name, async () => (await runNode(args)) === 0)
  if (!passed) {
    tally.failed += 1
    tally.failures.push(name)
  }
  return passed
}

async function vitest(args) {
  const report = join(cache, `vitest-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const run = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/vitest.config.ts', ...reporters, ...args]
  // Removes the temporary files of the tests when the run ends.
  const TMPDIR = mkdtempSync(join(tmpdir(), 'portico-run-'))
  // PostgreSQL does not run as root: its account must be able to traverse the folder.
  chmodSync(TMPDIR, 0o711)
  process.once('exit', () => rmSync(TMPDIR, { recursive: true, force: true }))
  const passed = await timed('tests', async () => (await runNode(run, { env: { TMPDIR } })) === 0, { reports: true })
  count(passed, report, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: failuresIn(testResults),
    // Tests that are not selected by the arguments are not counted as skipped.
    skipped: args.length === 0 ? skippedIn(testResults) : [],
  }))
}

/** Returns the failed tests, and the files that failed as a whole, each with its first error. */
function failuresIn(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const texts = failed.map(({ fullName, failureMessages }) => `${fullName.trim()}\n${failureMessages[0] ?? ''}`)
      return (texts.length > 0 ? texts : [`\n${message}`]).map((text) => `${relative(root, name)} ${text}`)
    })
}

function skippedIn(files) {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${relative(root, name)} ${fullName.trim()}`),
  )
}

async function browserTests(args) {
  if (mode !== '--long') return playwright('browser tests', args)
  await playwright('browser tests', ['--project=longest', '--project=portal', ...args])
  // Each run deletes what its output folder holds: without a folder of its own, it would delete the traces of the run before.
  const apart = '--output=../../test-results/measured'
  await playwright('measurements in the browser', ['--project=measured', '--workers=1', apart, ...args])
}

async function playwright(what, args) {
  const report = join(cache, `playwright-${process.pid}.json`)
  const run = ['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', '--reporter=list,json', ...args]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const passed = await timed(what, async () => (await runNode(run, { cwd: e2e, env })) === 0, { reports: true })
  count(passed, report, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
    failures: namesOf('unexpected', suites),
    skipped: namesOf('skipped', suites),
    flaky: namesOf('flaky', suites),
  }))
}

/** Returns the browser tests with this status, each with its file and line, and its reason if any. `flaky`: failed, and passed on retry. */
function namesOf(wanted, suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ annotations }) => [`${file}:${line} ${title}`, ...annotations.flatMap(({ description }) => description ?? [])].join(': ')),
    ),
    ...namesOf(wanted, inner),
  ])
}

// A run that fails without a failed test (such as a file that does not load or a server that does not start) counts as one failure.
function count(allPassed, report, numbers) {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = numbers(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    say('no report was written')
  }
  rmSync(report, { force: true })
  tally.passed += counted.passed
  tally.failed += allPassed ? counted.failed : Math.max(counted.failed, 1)
  tally.failures.push(...(counted.failures ?? []))
  tally.skipped.push(...(counted.skipped ?? []))
  tally.flaky.push(...(counted.flaky ?? []))
}
