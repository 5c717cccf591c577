package signet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

/** What a decision needs to know about a device and the app on it. Made by {@link #android} and {@link #ios}. */
public final class Device {
    final Platform platform;
    final long[] system;
    @Nullable final Version.Installed app;
    @Nullable final Version.Installed build;
    final List<String> languages;
    @Nullable final String channel;
    @Nullable final String region;
    @Nullable final String model;
    @Nullable final String installId;

    private Device(Builder builder) {
        platform = builder.platform;
        system = builder.system;
        app = builder.app == null ? null : new Version.Installed(builder.app);
        build = builder.build == null ? null : new Version.Installed(builder.build);
        languages = builder.languages;
        channel = builder.channel;
        region = builder.region;
        model = builder.model;
        installId = builder.installId;
    }

    /** A platform of apps. */
    public enum Platform {
        /** iOS, and what is built on it. */
        IOS("ios"),
        /** Android. */
        ANDROID("android");

        private final String code;

        Platform(String code) { this.code = code; }

        /** The platform as documents spell it: {@code android}. */
        public String code() { return code; }

        /** The platform of that spelling; null for any other text. */
        @Nullable public static Platform of(String code) {
            for (Platform platform : values()) {
                if (platform.code.equals(code)) return platform;
            }
            return null;
        }
    }

    /** A device with Android; {@code sdk} is {@code Build.VERSION.SDK_INT}. */
    public static Builder android(int sdk) { return new Builder(Platform.ANDROID, new long[] {sdk}); }

    /** A device with iOS. */
    public static Builder ios(Version system) { return new Builder(Platform.IOS, system.numbers); }

    /** The platform of the system. */
    public Platform platform() { return platform; }

    /** The version of the app as reported; null when it is unknown. */
    @Nullable public String app() { return app == null ? null : app.spelling; }

    /** The build of the app as reported; null when it is unknown. */
    @Nullable public String build() { return build == null ? null : build.spelling; }

    private Device(
        Device other, @Nullable Version.Installed app, @Nullable Version.Installed build, @Nullable String installId) {
        platform = other.platform;
        system = other.system;
        this.app = app;
        this.build = build;
        languages = other.languages;
        channel = other.channel;
        region = other.region;
        model = other.model;
        this.installId = installId;
    }

    /** The same with another id of the installation; null for none. */
    Device with(@Nullable String installId) { return new Device(this, app, build, installId); }

    /** The same with another version of the app, and with its build where that is known. */
    Device with(Version.Installed app, @Nullable Version.Installed build) {
        return new Device(this, app, build, installId);
    }

    /** Sets what is known about a device; all of it is optional. Not for several threads at once. */
    public static final class Builder {
        private final Platform platform;
        private final long[] system;
        @Nullable private String app;
        @Nullable private String build;
        private List<String> languages = Collections.emptyList();
        @Nullable private String channel;
        @Nullable private String region;
        @Nullable private String model;
        @Nullable private String installId;

        private Builder(Platform platform, long[] system) {
            this.platform = platform;
            this.system = system;
        }

        /** The version of the app: on Android {@code PackageInfo.versionName}. */
        public Builder app(@Nullable String version) { app = version; return this; }

        /** The build of the app: on Android the version code. */
        public Builder build(long build) { return build(Long.toString(build)); }

        /** The build of the app as the device reports it. */
        public Builder build(@Nullable String build) { this.build = build; return this; }

        /** The languages that the user reads, best first, as BCP 47 tags or locale identifiers. */
        public Builder languages(List<String> languages) {
            this.languages = Collections.unmodifiableList(new ArrayList<>(languages));
            return this;
        }

        /** Where the app was installed from, in the team's own words: {@code beta}. */
        public Builder channel(@Nullable String channel) { this.channel = channel; return this; }

        /** The region, in the team's own words: {@code GB}. */
        public Builder region(@Nullable String region) { this.region = region; return this; }

        /** The model: {@code Build.MODEL}. */
        public Builder model(@Nullable String model) { this.model = model; return this; }

        /**
         * The id of this installation for staged roll-outs, 32 lowercase hexadecimal digits; it never leaves the
         * device. A {@link Gate} with a store makes and keeps one where none is set.
         */
        public Builder installId(@Nullable String installId) { this.installId = installId; return this; }

        /** The device. */
        public Device build() { return new Device(this); }
    }
}
