import { Migration } from '@mikro-orm/migrations'

// Messages had a job each; now the outbox itself says what is due. What was not sent yet is tried again, held back ones too: whoever is still
// not welcome is held back again.
export class Migration20261122031500 extends Migration {
  override up(): void {
    this.addSql(`alter table message add column due_at timestamptz, add column attempts integer not null default 0`)
    this.addSql(`update message set due_at = created_at where sent_at is null`)
    this.addSql(`create index message_due on message (due_at) where due_at is not null`)
    this.addSql(`do $$ begin
      if to_regclass('jobs.job') is not null then delete from jobs.job where name = 'send-message'; end if;
    end $$`)
  }
}
