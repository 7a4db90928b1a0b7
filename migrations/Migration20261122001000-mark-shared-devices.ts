import { Migration } from '@mikro-orm/migrations'

export class Migration20261122001000 extends Migration {
  override up(): void {
    this.addSql(`alter table session add column shared_device boolean not null default false, add column used_at timestamptz`)
    this.addSql(`update session set used_at = rotated_at`)
    this.addSql(`alter table session alter column used_at set not null`)
  }
}
