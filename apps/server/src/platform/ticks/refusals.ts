/**
 * The engine's codes (ErrorCodes.cpp of ClickHouse) that say that something is wrong with the statement or its values: the same statement
 * is refused for ever, whenever and wherever it is asked. Whatever is not here may be well again in a moment, and is asked again: a list of
 * what passes could never be complete, and taking an outage for a refusal loses data.
 *
 * Left out on purpose, since they tell of the server and not of the statement:
 * - UNKNOWN_TABLE, UNKNOWN_DATABASE, TABLE_IS_DROPPED: statements name what migrations have made; a server without it is being restored, or
 *   has not mounted its disk.
 * - MEMORY_LIMIT_EXCEEDED, TIMEOUT_EXCEEDED, TOO_SLOW, TOO_MANY_ROWS, TOO_MANY_BYTES, QUOTA_EXCEEDED, READONLY, ACCESS_DENIED: what else
 *   is under way, or limits and rights that an operator can change.
 * - LOGICAL_ERROR, NOT_FOUND_COLUMN_IN_BLOCK, STD_EXCEPTION: faults of the engine itself, which come and go with the state of its parts.
 * - CANNOT_READ_ALL_DATA, ATTEMPT_TO_READ_AFTER_EOF, INCORRECT_DATA, CHECKSUM_DOESNT_MATCH: what arrived was cut short, or a disk is failing.
 */
export const refusals: ReadonlyMap<number, string> = new Map([
  // The statement cannot be read, or is too much of one.
  [62, 'SYNTAX_ERROR'],
  [78, 'UNKNOWN_TYPE_OF_QUERY'],
  [80, 'INCORRECT_QUERY'],
  [162, 'TOO_DEEP_SUBQUERIES'],
  [167, 'TOO_DEEP_AST'],
  [168, 'TOO_BIG_AST'],
  [211, 'EMPTY_QUERY'],
  [223, 'UNEXPECTED_AST_STRUCTURE'],
  [229, 'QUERY_IS_TOO_LARGE'],
  // It names what the engine does not have.
  [8, 'THERE_IS_NO_COLUMN'],
  [16, 'NO_SUCH_COLUMN_IN_TABLE'],
  [46, 'UNKNOWN_FUNCTION'],
  [47, 'UNKNOWN_IDENTIFIER'],
  [50, 'UNKNOWN_TYPE'],
  [63, 'UNKNOWN_AGGREGATE_FUNCTION'],
  [73, 'UNKNOWN_FORMAT'],
  [115, 'UNKNOWN_SETTING'],
  [207, 'AMBIGUOUS_IDENTIFIER'],
  [352, 'AMBIGUOUS_COLUMN_NAME'],
  [456, 'UNKNOWN_QUERY_PARAMETER'],
  // It asks for what the engine does not do.
  [1, 'UNSUPPORTED_METHOD'],
  [2, 'UNSUPPORTED_PARAMETER'],
  [48, 'NOT_IMPLEMENTED'],
  [174, 'CYCLIC_ALIASES'],
  [179, 'MULTIPLE_EXPRESSIONS_FOR_ALIAS'],
  [181, 'ILLEGAL_FINAL'],
  [184, 'ILLEGAL_AGGREGATION'],
  [215, 'NOT_AN_AGGREGATE'],
  [258, 'UNION_ALL_RESULT_STRUCTURES_MISMATCH'],
  [403, 'INVALID_JOIN_ON_EXPRESSION'],
  [440, 'INVALID_LIMIT_EXPRESSION'],
  [446, 'FUNCTION_NOT_ALLOWED'],
  [471, 'INVALID_SETTING_VALUE'],
  [477, 'INVALID_USAGE_OF_INPUT'],
  // Its parts do not fit each other.
  [7, 'INCORRECT_NUMBER_OF_COLUMNS'],
  [15, 'DUPLICATE_COLUMN'],
  [20, 'NUMBER_OF_COLUMNS_DOESNT_MATCH'],
  [34, 'TOO_MANY_ARGUMENTS_FOR_FUNCTION'],
  [35, 'TOO_FEW_ARGUMENTS_FOR_FUNCTION'],
  [36, 'BAD_ARGUMENTS'],
  [42, 'NUMBER_OF_ARGUMENTS_DOESNT_MATCH'],
  [43, 'ILLEGAL_TYPE_OF_ARGUMENT'],
  [44, 'ILLEGAL_COLUMN'],
  [53, 'TYPE_MISMATCH'],
  [59, 'ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER'],
  [70, 'CANNOT_CONVERT_TYPE'],
  [125, 'INCORRECT_RESULT_OF_SCALAR_SUBQUERY'],
  [190, 'SIZES_OF_ARRAYS_DONT_MATCH'],
  [386, 'NO_COMMON_TYPE'],
  // A value in it cannot be.
  [6, 'CANNOT_PARSE_TEXT'],
  [26, 'CANNOT_PARSE_QUOTED_STRING'],
  [27, 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'],
  [38, 'CANNOT_PARSE_DATE'],
  [41, 'CANNOT_PARSE_DATETIME'],
  [69, 'ARGUMENT_OUT_OF_BOUND'],
  [72, 'CANNOT_PARSE_NUMBER'],
  [128, 'TOO_LARGE_ARRAY_SIZE'],
  [130, 'CANNOT_READ_ARRAY_FROM_TEXT'],
  [131, 'TOO_LARGE_STRING_SIZE'],
  [135, 'ZERO_ARRAY_OR_TUPLE_INDEX'],
  [153, 'ILLEGAL_DIVISION'],
  [321, 'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE'],
  [349, 'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN'],
  [376, 'CANNOT_PARSE_UUID'],
  [395, 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  [407, 'DECIMAL_OVERFLOW'],
  [457, 'BAD_QUERY_PARAMETER'],
  // DDL of what is there already: migrations are told at once.
  [57, 'TABLE_ALREADY_EXISTS'],
  [82, 'DATABASE_ALREADY_EXISTS'],
]);
