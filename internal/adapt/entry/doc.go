// Package entry holds what adapters have in common for the entries of a session: unique ids, the records of entries,
// the counts of branches, and titles. It also observes entries while another consumer reads them ([Look]).
package entry
