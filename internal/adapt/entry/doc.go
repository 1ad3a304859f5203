// Package entry holds what adapters do alike about the entries of a session: ids that no other entry has, the records
// that entries bring along, the counts of branches, titles. It also looks at entries while somebody else goes on with
// them ([Look]).
package entry
