package signet;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

// Own, since the client needs no library. Kotlin does not know it: README.md has the line that puts
// androidx.annotation.Nullable in its place. AndroidPackageTests compiles the client after it.

/** What may be null; everything else is not. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD})
public @interface Nullable {}
