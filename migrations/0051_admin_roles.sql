-- Which of the three admin roles an admin has. Admins could do everything before, so they are
-- owners now.
alter table user_roles
  add column admin_role text,
  add constraint user_roles_admin_role_known check (admin_role in ('support', 'finance', 'owner'));
update user_roles set admin_role = 'owner' where role = 'admin';
alter table user_roles add constraint user_roles_admin_role_set
  check ((role = 'admin') = (admin_role is not null)) not valid;
alter table user_roles validate constraint user_roles_admin_role_set;
