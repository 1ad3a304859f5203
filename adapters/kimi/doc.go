// Package kimi knows the native format of Kimi Code, the TypeScript program: where its sessions are stored, what the
// records of an agent's wire file hold and how they change the model's context, and how its tools and their arguments
// relate to the universal ones. The reader, the writer and the driver share it. The Python program of the same name,
// Kimi CLI, has its own format.
//
// Facts were found by running Kimi Code 2.1.0 and reading its source, which the npm package holds, unless a comment
// says otherwise.
//
// The package also reads the files that Kimi Code's /export-md and /export-debug-zip write: a conversation in Markdown,
// without times, and the session's own files in an archive.
//
// Observed with kimi-code 2.1.0. Forms that were not observed are taken from its source (tui/utils/export-markdown.ts).
package kimi
