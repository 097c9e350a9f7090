export { createUser, type UserDependencies } from './user.service.ts';
