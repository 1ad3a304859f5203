// Package userservice writes what has the system run a program for a user from the login on: a unit of systemd, or a
// property list of launchd.
package userservice
