// Package classify determines the kind of each Markdown file that a session wrote, in the table documents. It looks at
// names, folders and the text, by a table of rules ([Rules]), and asks no model.
package classify
