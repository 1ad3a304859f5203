// Package universal writes sessions in stead's own format: as one JSON document, for people and other programs, or as
// JSON Lines, for pipes and journals.
//
// Native records are written with their entries, so that a session can return to its own CLI byte for byte. The bytes
// of attachments go into a blob store if there is one, and otherwise stay in the file.
package universal
