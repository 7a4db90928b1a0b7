import { Migration } from '@mikro-orm/migrations'

const counted = `workshop_id, coalesce(agency_id, 0), current_flag, language, submitted_on`

// Whether a statement changes one respondent or many, it updates each count once and in key order, so that concurrent statements cannot
// deadlock.
function keepCounts(name: string, tables: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$
  begin
    insert into respondent_count as counts (workshop_id, agency_id, flag, language, submitted_on, respondents)
    select workshop_id, agency_id, flag, language, submitted_on, sum(change)::integer
    from (${tables}) as changes (workshop_id, agency_id, flag, language, submitted_on, change)
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
    on conflict (workshop_id, agency_id, flag, language, submitted_on) do update set respondents = counts.respondents + excluded.respondents;
    return null;
  end $$`
}

const inserted = `select ${counted}, 1 from new_rows`
const deleted = `select ${counted}, -1 from old_rows`

const triggers = [
  ['insert', 'referencing new table as new_rows', inserted],
  ['update', 'referencing new table as new_rows old table as old_rows', `${inserted} union all ${deleted}`],
  ['delete', 'referencing old table as old_rows', deleted],
] as const

export class Migration20261121090100 extends Migration {
  override up(): void {
    for (const [event, before] of [
      ['insert', 'arrived'],
      ['update', 'moved'],
      ['delete', 'left'],
    ] as const) {
      this.addSql(`drop trigger tally_${event} on respondent`)
      this.addSql(`drop function tally_${before}()`)
    }
    this.addSql(`alter table tally rename to respondent_count`)
    this.addSql(`alter index tally_pkey rename to respondent_count_pkey`)
    this.addSql(`alter index tally_agency rename to respondent_count_agency`)
    for (const [event, tables, rows] of triggers) {
      this.addSql(keepCounts(`count_respondents_after_${event}`, rows))
      this.addSql(
        `create trigger count_respondents_after_${event} after ${event} on respondent ${tables} for each statement execute function count_respondents_after_${event}()`,
      )
    }
  }
}
