// Package cusf knows the CODITECT Universal Session Format (CODITECT-STD-010, version 1.0.0): JSON Lines, one session a
// file. What a line may hold says the schema beside this file, which was written from the standard's tables because the
// schema that the standard names is not published. The reader, the writer and the validation share this package.
//
// Where the standard is silent or contradicts itself, the choice stands where it is made.
package cusf
