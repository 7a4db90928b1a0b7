// npm run bench                 every bench, one after another
// npm run bench -- submissions  only those named
const benches = ['submissions', 'lists', 'export'] as const
const asked = process.argv.slice(2)

for (const name of benches.filter((bench) => asked.length === 0 || asked.includes(bench))) {
  console.log(`\n## ${name}`)
  const bench: { run(): Promise<void> } = await import(`./${name}.ts`)
  await bench.run()
}
