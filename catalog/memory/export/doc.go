// Package export finds out what an export is that a person has laid out to be kept: whose it is, and in which form. The
// path tells it first, then the content: the forms in which the CLIs export (readers.Exporter), their own sessions,
// CUSF and the universal format, and at last messages of any kind in JSON, whose CLI is told by the names of models in
// them (ADR-020).
package export
