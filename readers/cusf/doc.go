// Package cusf reads sessions in the CODITECT Universal Session Format, and reports how far a file complies with that
// standard.
//
// Reading is lenient: it maps roles and times that should have been mapped, and keeps unknown lines as hidden entries.
// Data without a member in the universal model (the tenant, how the session ended) is kept in the Extra of the part
// that it belongs to.
//
// A file that stead exported for reconstruction carries additional data, for which the format has no place, in a member
// x_stead of its lines. The reader restores such a session to its form in the original CLI, with that CLI's records.
package cusf
