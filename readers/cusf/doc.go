// Package cusf reads sessions in the CODITECT Universal Session Format, and says how far a file obeys that standard.
//
// Reading is lenient: roles and times that should have been mapped are mapped here, unknown lines are kept as hidden
// entries. What the universal model has no member for (the tenant, how the session ended) is kept in the Extra of the
// part that it belongs to.
//
// A file that stead exported for reconstruction carries, in a member x_stead of its lines, what the format has no place
// for. Such a session is read as it was in the CLI that held it, with that CLI's records.
package cusf
