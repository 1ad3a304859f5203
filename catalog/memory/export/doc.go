// Package export identifies an exported file that a person has set aside to keep: which CLI it is from, and in which
// form. It looks at the path first, then at the content. It recognizes the forms that the CLIs export
// (readers.Exporter), the CLIs' own sessions, CUSF, the universal format and, last, JSON messages of any kind. Model
// names in those messages identify the CLI (ADR-020).
package export
