import { Migration } from '@mikro-orm/migrations'

// The planner's statistics contain copies of values, including those of deleted people, until the table is analyzed again, which only its
// owner may do.
export class Migration20261122190000 extends Migration {
  override up(): void {
    this.addSql(`create function forget_samples() returns void language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        name text;
      begin
        for name in select distinct table_name from information_schema.columns where table_schema = 'public' and data_type = 'bytea' order by 1 loop
          execute format('analyze %I', name);
        end loop;
      end $$;`)
  }
}
