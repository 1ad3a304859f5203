// Package entry holds what adapters have in common for the entries of a session: unique ids, the records that entries
// carry, the counts of branches, titles. It also observes entries while another consumer reads them ([Look]).
package entry
