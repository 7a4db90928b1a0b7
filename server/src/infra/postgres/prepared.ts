import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'

const names = new Map<string, string>()

/** The name under which a connection keeps the plan of this statement; undefined for one that is planned anew each time. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/** Stands for a value of a prepared query until it is run. */
class Place {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built once, and planned once by each connection: for what every request asks. Only for a query whose best plan is the same
 * whatever its values are, as by a primary key: PostgreSQL may plan it without them, and when its tables are still empty. `build` asks for the
 * place of each value by its name.
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
