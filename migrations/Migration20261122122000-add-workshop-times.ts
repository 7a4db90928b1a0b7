import { Migration } from '@mikro-orm/migrations'

export class Migration20261122122000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "workshop" add "start_time" text null, add "end_time" text null, add "capacity" int null, add "instructions" jsonb null;`,
    )
  }
}
