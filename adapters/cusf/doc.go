// Package cusf knows the CODITECT Universal Session Format (CODITECT-STD-010, version 1.0.0): JSON Lines, one session
// per file. The schema next to this file defines what a line may hold. It was written from the standard's tables,
// because the schema that the standard names is not published. The reader, the writer and the validation share this
// package.
//
// Where the standard is silent or contradicts itself, a comment at the code explains the choice.
package cusf
