// Package report is what a command says of a delivery, of what a run would do, of a run that goes on and of one that has ended.
package report
