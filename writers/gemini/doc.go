// Package gemini writes sessions of Gemini CLI: JSON Lines, one message each.
//
// Calls are in the content of the model's message, and their results in a user's message after it. The CLI's own files
// also have both in a list next to the content. But when the CLI resumes one of those files, it sends the results
// twice, and more often with each further resume. In the form written here, that list is only for display, and the
// model gets everything once (observed with 0.61.0, over three resumes).
//
// A session that returns to Gemini CLI is written from its own lines.
package gemini
