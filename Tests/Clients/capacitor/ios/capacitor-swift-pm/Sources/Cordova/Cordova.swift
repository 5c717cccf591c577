public enum Cordova {}
