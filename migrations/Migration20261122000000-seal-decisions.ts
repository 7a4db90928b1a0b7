import { Migration } from '@mikro-orm/migrations'

// From now on a decision's answer and outcome are sealed together with its reason. SQL has no access to the keys, so existing decisions are
// kept in a separate table until the next start seals them. A respondent's contact language is one of their answers, which are already
// sealed. Audit entries named the answer in addition to the respondent; they keep the respondent, and the chain over them is rebuilt.
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`create table unsealed_decision (
      id bigint primary key,
      respondent_id bigint not null references respondent on delete cascade,
      about text not null,
      position integer,
      flag text,
      sealed_reason bytea not null,
      account_id integer not null references account,
      outside_agency boolean not null,
      decided_at timestamptz not null
    )`)
    this
      .addSql(`insert into unsealed_decision (id, respondent_id, about, position, flag, sealed_reason, account_id, outside_agency, decided_at)
      select id, respondent_id, about, position, flag, sealed_reason, account_id, outside_agency, decided_at from decision`)
    this.addSql(`truncate decision`)
    this.addSql(
      `alter table decision drop column about, drop column position, drop column flag, drop column sealed_reason, add column sealed bytea not null`,
    )
    this.addSql(`alter table respondent drop column contact_language`)
    this.addSql(`update audit_entry set subjects = array(select subject from unnest(subjects) as subject where subject not like 'answer:%')
      where exists (select from unnest(subjects) as subject where subject like 'answer:%')`)
    this.addSql(`truncate audit_link`)
  }
}
