// Package entry holds what adapters do alike about the entries of a session: ids that no other entry has, the records
// that entries bring along, the counts of branches, titles.
package entry
