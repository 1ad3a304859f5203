// Package classify tells of which kind the Markdown files are that sessions wrote: the table documents. It looks at
// names, folders and the text, by a table of rules ([Rules]), and asks no model.
package classify
