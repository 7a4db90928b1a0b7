import { Migration } from '@mikro-orm/migrations'

export class Migration20261122063339 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "respondent" add "assigned_by_id" int null, add "sealed_assign_reason" bytea null;`)
    this.addSql(
      `alter table "respondent" add constraint "respondent_assigned_by_id_fkey" foreign key ("assigned_by_id") references "account" ("id") on update no action on delete no action;`,
    )
  }
}
