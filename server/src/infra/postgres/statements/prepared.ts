import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'

const statementNames = new Map<string, string>()

/** Returns the name of the prepared statement for this SQL; undefined if it is not prepared. */
export function preparedName(text: string): string | undefined {
  return statementNames.get(text)
}

/** A placeholder for a value of a prepared query. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** The query to build, given the placeholder of each value by name. */
type Build<Values extends object, Tables, Row> = (
  db: Kysely<Tables>,
  place: <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>,
) => { compile(db: Kysely<Tables>): CompiledQuery<Row> }

/**
 * Builds a query once and has each connection plan it once; for queries that every request makes. Use it only if the best plan does not
 * depend on the values, as with a lookup by primary key: PostgreSQL may plan it without the values, and while its tables are still empty.
 * `build` asks for the placeholder of each value by name. Returns a function that executes the query.
 */
export function prepared<Values extends object>() {
  return <Tables, Row>(build: Build<Values, Tables, Row>): ((db: Kysely<Tables>, values: Values) => Promise<Row[]>) => {
    const compile = preparedStatement<Values>()(build)
    return async (db, values) => (await db.executeQuery<Row>(compile(db, values))).rows
  }
}

/** The same as `prepared`, but returns a function that binds the values without executing the query. */
export function preparedStatement<Values extends object>() {
  return <Tables, Row>(build: Build<Values, Tables, Row>): ((db: Kysely<Tables>, values: Values) => CompiledQuery<Row>) => {
    let compiled: CompiledQuery<Row> | undefined
    return (db, values) => {
      if (!compiled) {
        compiled = build(db, (name) => sql`${new Placeholder(name)}`).compile(db)
        if (!statementNames.has(compiled.sql)) statementNames.set(compiled.sql, `portico_${statementNames.size}`)
      }
      const parameters = compiled.parameters.map((given) => (given instanceof Placeholder ? Reflect.get(values, given.name) : given))
      return { ...compiled, parameters }
    }
  }
}
