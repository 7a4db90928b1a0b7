import { Migration } from '@mikro-orm/migrations'

export class Migration20261122185000 extends Migration {
  override up(): void {
    this.addSql(`alter table "privacy_request" add "noted_at" timestamptz null;`)
    this.addSql(
      `create index "privacy_request_unnoted" on "privacy_request" ("id") where noted_at is null and done_at is not null and kind in ('stop', 'resume');`,
    )
  }
}
