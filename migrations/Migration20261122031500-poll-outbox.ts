import { Migration } from '@mikro-orm/migrations'

// Each message had its own job; now the outbox is polled for due messages. All unsent messages become due, including those held back: if
// the respondent is still not invited, they are held back again.
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
