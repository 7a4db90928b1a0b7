import { Migration } from '@mikro-orm/migrations'

export class Migration20261122125730 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `alter table "account" add "row_version" int not null default 1, add "saved_at" timestamptz null, add "saved_by_id" int null;`,
    )
    this.addSql(
      `alter table "account" add constraint "account_saved_by_id_fkey" foreign key ("saved_by_id") references "account" ("id") on update no action on delete no action;`,
    )

    this.addSql(
      `alter table "agency" add "row_version" int not null default 1, add "saved_at" timestamptz null, add "saved_by_id" int null;`,
    )
    this.addSql(
      `alter table "agency" add constraint "agency_saved_by_id_fkey" foreign key ("saved_by_id") references "account" ("id") on update no action on delete no action;`,
    )

    this.addSql(
      `alter table "workshop" add "row_version" int not null default 1, add "saved_at" timestamptz null, add "saved_by_id" int null;`,
    )
    this.addSql(
      `alter table "workshop" add constraint "workshop_saved_by_id_fkey" foreign key ("saved_by_id") references "account" ("id") on update no action on delete no action;`,
    )
  }
}
