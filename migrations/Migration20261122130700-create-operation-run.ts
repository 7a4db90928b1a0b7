import { Migration } from '@mikro-orm/migrations'

export class Migration20261122130700 extends Migration {
  override up(): void {
    this.addSql(
      `create table "operation_run" ("name" text not null, "finished_at" timestamptz not null, "faults" int not null, primary key ("name"), constraint operation_run_name_check check (name in ('backup', 'restore-drill', 'audit-verify')));`,
    )
  }
}
