// libpq, as Swift sees it.
#pragma once
#include <libpq-fe.h>
#include <sys/timerfd.h>

// Swift's Glibc module does not have timerfd: a clock that is a descriptor, so that one loop watches both.
static inline int postgres_alarm_open(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

// Negative stops it. Zero would stop it too, so "at once" is one nanosecond.
static inline int postgres_alarm_set(int alarm, long milliseconds) {
    struct itimerspec when = {{0, 0}, {0, 0}};
    if (milliseconds > 0) {
        when.it_value.tv_sec = milliseconds / 1000;
        when.it_value.tv_nsec = milliseconds % 1000 * 1000000;
    } else if (milliseconds == 0) {
        when.it_value.tv_nsec = 1;
    }
    return timerfd_settime(alarm, 0, &when, NULL);
}

// PQfreeNotify is a macro.
static inline void postgres_free_notice(PGnotify *notice) { PQfreemem(notice); }

// Swift takes no character for a macro's value.
static const int postgres_field_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int postgres_field_state = PG_DIAG_SQLSTATE;
static const int postgres_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int postgres_field_detail = PG_DIAG_MESSAGE_DETAIL;
static const int postgres_field_hint = PG_DIAG_MESSAGE_HINT;
static const int postgres_field_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int postgres_field_position = PG_DIAG_STATEMENT_POSITION;
