// Package entry holds what readers do alike when they make entries of the records of a session: ids that no other entry has, the records that
// entries bring along, the counts of branches, titles.
package entry
