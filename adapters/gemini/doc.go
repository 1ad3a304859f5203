// Package gemini is what stead's reader, writer and driver of Gemini CLI share: where sessions lie and how their files
// are named, what a line of one says, the texts that the CLI itself puts into a conversation, and its half of the tool
// table. The facts were observed with gemini 0.61.0, or read in that release's bundle, unless a comment says otherwise.
//
// It also reads what Gemini CLI's /chat share writes: a conversation in JSON or in Markdown, without ids,
// times and thoughts.
//
// Observed with gemini 0.61.0.
package gemini
