// npm run bench                 every bench, one after another
// npm run bench -- submissions  only those named
const benches = ['submissions', 'lists', 'export'] as const
const chosen = process.argv.slice(2)

for (const name of benches.filter((bench) => chosen.length === 0 || chosen.includes(bench))) {
  console.log(`\n## ${name}`)
  const bench: { run(): Promise<void> } = await import(`./${name}.ts`)
  await bench.run()
}
