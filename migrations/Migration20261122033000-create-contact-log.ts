import { Migration } from '@mikro-orm/migrations'

export class Migration20261122033000 extends Migration {
  override up(): void {
    this.addSql(`alter table message drop constraint message_kind_check`)
    this.addSql(`alter table message add constraint message_kind_check
      check (kind in ('invitation', 'invitation-again', 'registration', 'verify', 'reset', 'sign-in-notice', 'review-reminder'))`)
    this.addSql(`create index message_invitation_again on message (respondent_id) where kind = 'invitation-again'`)
    this.addSql(`alter table account add column review_reminder boolean not null default true`)
    this.addSql(`create table review_reminder (
      account_id integer not null references account (id) on delete cascade,
      day date not null,
      primary key (account_id, day)
    )`)
  }
}
