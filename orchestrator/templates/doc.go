// Package templates turns named Markdown files into prompts.
//
// A template is YAML front matter between two lines of three dashes, and a body in the language of text/template:
//
//	---
//	description: Review what has changed
//	vars:
//	  focus: {type: choice, choices: [bugs, design], default: bugs}
//	inputs:
//	  diff: {command: git diff HEAD}
//	---
//	Review this change and look for {{.focus}}:
//
//	{{fence .diff}}
//
// The body refers to a variable or an input by its name. A [Library] looks for templates in the project, then among the
// user's own, then among those that come with stead. Listing, showing and checking a template runs nothing and reads
// nothing but the template. Only [Template.Render] runs and reads more, and for a project's template only what its
// [Host] allows, because a repository may be a stranger's.
package templates
