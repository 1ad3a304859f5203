// Package gemini knows the native format of Gemini CLI: where its sessions are stored and how their files are named,
// what a line holds, which texts the CLI itself adds to a conversation, and how its tools relate to the universal ones.
// The reader, the writer and the driver share it. The facts were observed with gemini 0.61.0, or read in that release's
// bundle, unless a comment says otherwise.
//
// The package also reads the files that Gemini CLI's /chat share writes: a conversation in JSON or in Markdown, without
// ids, times and thoughts.
//
// Observed with gemini 0.61.0.
package gemini
