import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'

const names = new Map<string, string>()

/** Returns the name of the prepared statement for this SQL; undefined if it is not prepared. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/** A placeholder for a value of a prepared query. */
class Place {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * Builds a query once and has each connection plan it once; for queries that every request makes. Use it only if the best plan does not
 * depend on the values, as with a lookup by primary key: PostgreSQL may plan it without the values, and while its tables are still empty.
 * `build` asks for the placeholder of each value by name.
 */
export function prepared<Values extends object>() {
  return <Tables, Row>(
    build: (
      db: Kysely<Tables>,
      place: <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>,
    ) => { compile(db: Kysely<Tables>): CompiledQuery<Row> },
  ): ((db: Kysely<Tables>, values: Values) => Promise<Row[]>) => {
    let compiled: CompiledQuery<Row> | undefined
    return async (db, values) => {
      if (!compiled) {
        compiled = build(db, (name) => sql`${new Place(name)}`).compile(db)
        if (!names.has(compiled.sql)) names.set(compiled.sql, `portico_${names.size}`)
      }
      const parameters = compiled.parameters.map((given) => (given instanceof Place ? Reflect.get(values, given.name) : given))
      return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
    }
  }
}
