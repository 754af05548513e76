/** Code whose defects cost most: authentication, cryptography, payments, permissions, migrations, workflows. */
const risky =
  "auth,authn,authz,oauth,oauth2,sso,saml,login,session,sessions,password,passwords,security,crypto,cryptography,payment,payments,billing,checkout,permission,permissions,acl,rbac,migration,migrations";
export const riskyPaths = [
  `**/{${risky}}/**`,
  `**/{${risky}}.*`,
  `**/{${risky}}[-_]*`,
  ".github/{workflows,actions}/**",
  "**/{.gitlab-ci.yml,Jenkinsfile,CODEOWNERS}",
];
