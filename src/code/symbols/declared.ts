const script = `
(lexical_declaration (variable_declarator name: (identifier) @name))
(lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)))
(lexical_declaration (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name))))
(lexical_declaration (variable_declarator name: (array_pattern (identifier) @name)))
(function_declaration name: (identifier) @name)
(class_declaration name: (_) @name)
(class_body (method_definition ["static" "get" "set"]* @of name: (_) @name))
(import_clause (identifier) @name)
(import_specifier !alias name: (identifier) @name)
(import_specifier alias: (identifier) @name)
(namespace_import (identifier) @name)
(object (pair key: (property_identifier) @name))
[(export_statement) (import_statement) (return_statement) (await_expression)] @placed
`;

const typescript = `${script}
(required_parameter pattern: (identifier) @name)
(optional_parameter pattern: (identifier) @name)
(type_alias_declaration name: (_) @name)
(interface_body (property_signature name: (_) @name))
(enum_body name: (_) @name)
`;

/**
 * Queries for names that a scope may declare once. The text of `@of` belongs to the name. `@known` declares a name, too, and may do so again.
 * `@placed` may stand in some places only.
 */
export const declaredQueries = {
  javascript: `${script}
(formal_parameters (identifier) @name)
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @name))
`,
  typescript,
  tsx: typescript,
  python: `
(module (function_definition name: (identifier) @name))
(block (function_definition name: (identifier) @name))
(module (class_definition name: (identifier) @name))
(block (class_definition name: (identifier) @name))
(parameters (identifier) @name)
(parameters (default_parameter name: (identifier) @name))
[(return_statement) (await)] @placed
`,
  java: `
(local_variable_declaration declarator: (variable_declarator name: (identifier) @name))
(formal_parameter name: (identifier) @name)
(field_declaration declarator: (variable_declarator name: (identifier) @name))
(class_declaration name: (identifier) @name)
(interface_declaration name: (identifier) @name)
(enum_declaration name: (identifier) @name)
(record_declaration name: (identifier) @name)
(method_declaration name: (identifier) @name parameters: (_) @of)
(import_declaration (scoped_identifier) @name)
`,
  go: `
(function_declaration name: (identifier) @name)
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @of)) name: (field_identifier) @name)
(type_spec name: (type_identifier) @name)
(short_var_declaration left: (expression_list . (identifier) @name .))
(short_var_declaration left: (expression_list (identifier) @known))
(var_spec name: (identifier) @name)
(const_spec name: (identifier) @name)
(parameter_declaration name: (identifier) @name)
(import_spec path: (_) @name)
(field_declaration name: (field_identifier) @name)
`,
  rust: `
(function_item name: (identifier) @name)
(struct_item name: (type_identifier) @name)
(enum_item name: (type_identifier) @name)
(trait_item name: (type_identifier) @name)
(const_item name: (identifier) @name)
(static_item name: (identifier) @name)
(field_declaration name: (field_identifier) @name)
(use_declaration argument: (scoped_identifier) @name)
`,
  ruby: `
(method name: (_) @name)
(singleton_method object: (_) @of name: (_) @name)
`,
  php: `
(function_definition name: (name) @name)
(method_declaration name: (name) @name)
(class_declaration name: (name) @name)
`,
  c: `
(function_definition declarator: (function_declarator declarator: (identifier) @name))
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
(declaration declarator: (init_declarator declarator: (identifier) @name))
(declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name)))
(compound_statement (declaration declarator: (identifier) @name))
(parameter_declaration declarator: (identifier) @name)
(preproc_include path: (_) @name)
`,
};

/** The nodes in which a name is declared once. */
const scopes = new Set(
  [
    "program module source_file translation_unit block statement_block class_body interface_body enum_body",
    "enum_body_declarations constructor_body switch_body switch_case switch_default for_statement for_in_statement",
    "enhanced_for_statement try_with_resources_statement catch_clause if_statement switch_block_statement_group",
    "expression_case default_case type_case communication_case declaration_list field_declaration_list body_statement",
    "compound_statement preproc_if preproc_ifdef preproc_else preproc_elif object object_type singleton_class then else",
    "class_declaration_body import_spec_list lambda_expression expression_switch_statement type_switch_statement",
  ].flatMap((words) => words.split(" ")),
);

export function isScope(type: string): boolean {
  return scopes.has(type);
}
